// A record from a file: its text goes into the form, so that there is one way to send it.

const form = document.getElementById("bring");
const file = form.querySelector("[type=file]");
document.getElementById("choose").hidden = false;

file.addEventListener("change", async () => {
  if (!file.files.length) return;
  form.elements.record.value = await file.files[0].text();
  form.requestSubmit();
});
