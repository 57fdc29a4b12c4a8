const STYLE = `
dialog { border: 0; border-radius: 16px; padding: 28px; max-width: 24rem; font: 16px/1.5 system-ui, sans-serif; background: #fff; color: #1a1f36 }
dialog::backdrop { background: rgb(0 0 0 / .6) }
h2 { font-size: 20px; line-height: 1.3; margin: 0 0 8px } p { margin: 0 0 20px }
div { display: flex; gap: 12px }
button { flex: 1; font: inherit; font-weight: 600; padding: 12px; border-radius: 10px; border: 1px solid #6b7196; background: #fff; color: inherit; cursor: pointer }
button[value=succeed] { background: #533afd; border-color: #533afd; color: #fff }
:focus-visible { outline: 3px solid #b35b00; outline-offset: 2px }`;

/** The 3D Secure dialog; closing it fails the authentication. */
export function showChallenge(amount: number, currency: string): Promise<"succeed" | "fail"> {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const price = new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
  root.innerHTML = `<style>${STYLE}</style><dialog aria-labelledby="title"><form method="dialog">
<h2 id="title">Confirm the payment of ${price}</h2>
<p>Your card's bank asks whether it is you. This is Stripe's stand-in on this laptop: no bank hears of it.</p>
<div><button value="succeed">Complete</button><button value="fail">Fail</button></div></form></dialog>`;
  document.body.append(host);
  const dialog = root.querySelector("dialog") as HTMLDialogElement;
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      host.remove();
      resolve(dialog.returnValue === "succeed" ? "succeed" : "fail");
    });
  });
}
