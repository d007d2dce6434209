// A link to the board opens it on the page, below the link, when it is clicked: nothing of it is loaded before. With a key held, or without
// scripts, the link leads there.
addEventListener("click", (event) => {
  const link = event.target.closest("a.on-board");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const below = link.parentElement.nextElementSibling;
  if (below?.matches("iframe.on-board")) {
    below.remove();
    return;
  }
  const board = document.createElement("iframe");
  Object.assign(board, { className: "on-board", src: link.href, title: link.textContent });
  link.parentElement.after(board);
});
