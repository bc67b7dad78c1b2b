// A sign at the foot of a box that scrolls, while there is more of it below.

const NEARLY_PX = 4;

/** Keeps the class "more" on the box while its content goes on below what is seen. */
export function marksMore(box) {
  const look = () =>
    box.classList.toggle("more", box.scrollHeight - box.clientHeight - box.scrollTop > NEARLY_PX);
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
  new MutationObserver(look).observe(box, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["hidden", "open"],
  });
}
