/** The style of the report's page: light and dark, from a phone to a wall. */
export const STYLE = `
:root{--ground:#f6f6f4;--card:#fff;--line:#dcdcd6;--text:#1d1d1b;--quiet:#5d5d57;--well:#ececea;
--good:#1c6b3a;--warn:#8a5200;--bad:#a32020;--note:#2f5596}
@media (prefers-color-scheme:dark){:root{--ground:#161617;--card:#202022;--line:#38383b;--text:#ececea;
--quiet:#a5a5a0;--well:#2a2a2d;--good:#6fce93;--warn:#e3b063;--bad:#f08a8a;--note:#93b4f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.45 system-ui,sans-serif}
header{padding:28px clamp(16px,4vw,40px) 8px}
h1{margin:0;font-size:24px;line-height:1.2;overflow-wrap:anywhere}
header p{margin:6px 0 0}
.quiet,.facts,.prompt{color:var(--quiet)}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr));gap:16px;
padding:20px clamp(16px,4vw,40px) 48px}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 10px 12px;
min-width:0;break-inside:avoid}
.pair{grid-column:span 2}
@media (max-width:560px){.pair{grid-column:auto}}
.sides{display:flex;gap:8px}
figure{margin:0;flex:1;min-width:0}
figure img,.none{display:flex;width:100%;aspect-ratio:4/3;object-fit:contain;background:var(--well);
border-radius:6px;align-items:center;justify-content:center;color:var(--quiet);font-size:13px}
figcaption{color:var(--quiet);font-size:13px;padding-top:2px}
h2{margin:10px 0 4px;font-size:15px;overflow-wrap:anywhere}
article p{margin:4px 0 0;font-size:13px;overflow-wrap:anywhere}
.prompt{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.mark{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 8px;font-size:12px}
.kind{color:var(--quiet)}.added,.ready{color:var(--good)}.changed,.missing,.draft,.reason{color:var(--warn)}
.removed,.failed,.blocked{color:var(--bad)}
@media print{body{background:#fff}main{gap:8px}}
`;
