/** The console's style sheet, for the light and the dark theme. */
export const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 18%, Canvas); --accent: light-dark(#0b5cad, #7ab8ff); font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
header strong { margin-right: 1rem; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
a { color: var(--accent); }
nav a { text-decoration: none; padding: .1rem 0; }
nav a[aria-current] { border-bottom: 2px solid; }
main { max-width: 78rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { white-space: nowrap; }
code, pre, textarea { font: .9em ui-monospace, monospace; }
td code { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; overflow: auto; max-height: 30rem; white-space: pre-wrap; }
button, input, select, textarea { font: inherit; padding: .25rem .6rem; }
textarea { width: 100%; box-sizing: border-box; min-height: 9rem; }
.copy { padding: 0 .4rem; font-size: .8rem; }
form { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; margin: .6rem 0; }
form.inline { display: inline-flex; margin: 0 .3rem .3rem 0; }
label { display: inline-flex; flex-direction: column; gap: .15rem; font-size: .9rem; }
label.wide { flex: 1 1 100%; } label.check { flex-direction: row; align-items: center; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.note { opacity: .75; } .bad { color: light-dark(#a00, #f99); } .good { color: light-dark(#060, #8d8); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; } dd { margin: 0; }
`;
