"""The shared base of games in which stones of one sort are all there is: Gess and Troop Chess."""
