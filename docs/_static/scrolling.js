// What scrolls sideways can be reached by keyboard; what does not is no stop on the way.
const boxes = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll(".content pre, .content .table-wrapper")) boxes.observe(box);
});
