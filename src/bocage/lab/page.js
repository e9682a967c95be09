for (const front of document.querySelectorAll(".front")) {
  const data = JSON.parse(front.querySelector("script").textContent);
  const grounds = front.querySelectorAll("polygon"), dots = front.querySelectorAll("circle");
  const slider = front.querySelector("input"), shown = front.querySelector("output"), button = front.querySelector("button");
  const names = [...grounds].map((ground) => ground.firstChild.textContent);
  let playing = 0;
  const show = () => {
    const n = Number(slider.value), held = data.held[n], contact = data.contact[n];
    shown.textContent = "Turn " + data.turns[n];
    slider.setAttribute("aria-valuetext", shown.textContent);
    grounds.forEach((ground, i) => {
      const share = held[i];
      ground.style.fill = data.colours[share < 0 ? 1 : 0];
      ground.style.fillOpacity = Math.abs(share) / 100 * 0.72;
      const side = share ? ": " + data.words[share < 0 ? 1 : 0] + " by " + Math.abs(share) + " % of games" : "";
      ground.firstChild.textContent = names[i] + side + (contact[i] ? "; in contact in " + contact[i] + " %" : "");
      dots[i].setAttribute("r", data.radius * Math.sqrt(contact[i] / 100));
    });
  };
  const stop = () => { clearInterval(playing); playing = 0; button.textContent = "Play"; };
  button.addEventListener("click", () => {
    if (playing) return stop();
    if (Number(slider.value) >= data.turns.length - 1) slider.value = 0;
    button.textContent = "Pause";
    show();
    playing = setInterval(() => {
      if (Number(slider.value) >= data.turns.length - 1) return stop();
      slider.value = Number(slider.value) + 1;
      show();
    }, 900);
  });
  slider.addEventListener("input", () => { stop(); show(); });
  show();
}
const reach = () => {  // what must be moved sideways to be read can be moved with the keys too
  for (const box of document.querySelectorAll("figure, .scroll")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
addEventListener("resize", reach);
reach();
