// @ts-check
// Small sounds of our own, made here and now; off until somebody wants them.
import { $ } from "./dom.js";

const KEPT = "bocage.sounds";
/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, [number, number, number][]>} tones: when, how high, how long */
const SOUNDS = {
  step: [[0, 190, 0.05]],
  dice: [[0, 330, 0.04], [0.06, 280, 0.04], [0.13, 410, 0.05]],
  turn: [[0, 440, 0.12], [0.14, 587, 0.2]],
};

const wanted = () => localStorage.getItem(KEPT) === "yes";

export function setUpSounds() {
  const box = /** @type {HTMLInputElement} */ ($("sounds"));
  box.checked = wanted();
  box.addEventListener("change", () => { localStorage.setItem(KEPT, box.checked ? "yes" : "no"); play("turn"); });
}

export function play(/** @type {string} */ name) {
  if (!wanted()) return;
  context ??= new AudioContext();
  for (const [at, pitch, length] of SOUNDS[name] ?? []) {
    const tone = context.createOscillator(), volume = context.createGain();
    const begin = context.currentTime + at;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
