/** The style of a page: legible on paper, on a phone, in the dark; colors of series can be told apart by everybody. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1a1a1a; --soft: #555; --line: #d8d8d4; --panel: #f5f5f2; --frame: #555; --grid: #dcdcd8; --minor-grid: #f0f0ee;
  --series-1: #0072b2; --series-2: #c24e00; --series-3: #00805f; --series-4: #b0558a; --series-5: #a87400; --series-6: #2b86b8; --series-7: #1a1a1a; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --ink: #e8e8e4; --soft: #aeb2b6; --line: #3a3f45; --panel: #1f2328; --frame: #8b9096; --grid: #363b41; --minor-grid: #24282d;
  --series-1: #5cb3f0; --series-2: #ff9a5c; --series-3: #3fd0a4; --series-4: #ec9fca; --series-5: #f2c14e; --series-6: #9cd8ff; --series-7: #e8e8e4; } }
@media print { :root { color-scheme: light; --ground: #fff; --ink: #000; --soft: #444; --line: #bbb; --panel: #f5f5f2; --frame: #444; --grid: #d5d5d5; --minor-grid: #eee;
  --series-1: #0072b2; --series-2: #c24e00; --series-3: #00805f; --series-4: #b0558a; --series-5: #a87400; --series-6: #2b86b8; --series-7: #000; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; } figure, tr, .cards { break-inside: avoid; } .wide { overflow: visible; } h2 { break-after: avoid; } } 
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto; max-width: 66rem; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .4rem 0; max-width: 46rem; } .soft, figcaption, footer { color: var(--soft); }
pre { background: var(--panel); padding: .6rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 4px; font-size: .88rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.2rem 0; padding: 0; list-style: none; }
.cards li { background: var(--panel); border-radius: 6px; padding: .6rem .8rem; } .cards b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; line-height: 1.3; overflow-wrap: anywhere; } .cards span { color: var(--soft); font-size: .88rem; }
.wide { overflow-x: auto; margin-bottom: 1.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .28rem .65rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { border-bottom: 2px solid var(--frame); vertical-align: bottom; } th { font-weight: 600; } .left { text-align: left; } .name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
td.cell { background: color-mix(in srgb, var(--series-1) calc(var(--share) * 45%), transparent); }
.bar { width: 9rem; text-align: left; } .bar i { display: block; height: .7rem; background: var(--series-1); border-radius: 2px; } .bar i.minus { background: var(--series-2); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem 2rem; margin-top: 1.2rem; }
figure { margin: 0; } figure svg { display: block; width: 100%; max-width: 40rem; height: auto; }
figcaption { font-size: .92rem; max-width: 40rem; } figcaption b { color: var(--ink); }
.warning { border-left: 4px solid var(--series-2); padding: .3rem .8rem; background: var(--panel); }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .6rem; font-size: .88rem; }
@media (max-width: 30rem) { body { margin: 1rem auto; padding: 0 .8rem; } table { font-size: .8rem; } th, td { padding: .25rem .22rem; } .name { min-width: 5.5rem; } .bar { width: 1.8rem; min-width: 1.8rem; } }
@media print { .figures { grid-template-columns: 1fr 1fr; gap: .8rem 1.2rem; } }
`
