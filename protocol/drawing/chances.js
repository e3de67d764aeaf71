/* The winning chances that curves and bars of pages show for a score. Two scripts share it: the page for playing and
   the report of a match. */

const PAWNS_FOR_TEN = 4; // pawns ahead for odds of ten to one

/* White's chances, 0 to 1, for a score from White's point of view in centipawns, which may be infinite. */
const amaltheaChances = (cp) => 1 / (1 + 10 ** (-cp / (100 * PAWNS_FOR_TEN)));
