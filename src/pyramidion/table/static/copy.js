// Puts a text into the clipboard, also at plain http, where browsers offer none to scripts.

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { /* then as a person would: select it and copy */ }
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  (document.querySelector("dialog[open]") ?? document.body).append(field); // all else is inert
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  return done;
}
