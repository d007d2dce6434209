// A link to what is folded away opens it.
const show = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  if (target) target.scrollIntoView({ behavior: "instant" });
};

addEventListener("DOMContentLoaded", show);
addEventListener("hashchange", show);
