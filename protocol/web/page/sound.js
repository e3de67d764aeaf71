/* Short sounds for moves, captures, checks and the end of a game. */

import { keepSetting, setting } from "./memory.js";
import { byId } from "./dom.js";

// Frequencies in hertz, one after the other, and the length of each in seconds.
const SOUNDS = {
  move: [[330], 0.06], capture: [[220, 180], 0.06], check: [[520, 660], 0.08], end: [[440, 550, 660], 0.16],
};

let audio = null;

byId("sound").checked = setting("sound", false);
byId("sound").addEventListener("change", () => keepSetting("sound", byId("sound").checked));

export function sound(kind) {
  if (!byId("sound").checked) return;
  audio ??= new AudioContext();
  const [tones, length] = SOUNDS[kind];
  const gain = new GainNode(audio, { gain: 0.12 });
  gain.connect(audio.destination);
  tones.forEach((frequency, index) => {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(gain);
    tone.start(audio.currentTime + index * length);
    tone.stop(audio.currentTime + (index + 1) * length);
  });
}
