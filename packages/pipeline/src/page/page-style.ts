import { pageTokens } from '@ol/figures'

/** The style of a report: legible on paper, on a phone, in the dark. */
export const pageStyle: string = `${pageTokens}
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { font: var(--font); color: var(--ink); background: var(--ground); margin: 2rem auto; max-width: 66rem; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .3rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; max-width: 46rem; overflow-wrap: anywhere; } .soft, figcaption, footer { color: var(--soft); } .soft { font-size: .92rem; }
pre { background: var(--panel); border-radius: var(--corner); padding: .6rem .9rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .88rem/1.45 var(--mono); }
code { font-family: var(--mono); font-size: .88rem; overflow-wrap: anywhere; }
.cards { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 45%), 1fr)); gap: .75rem; margin: 1.2rem 0; padding: 0; }
.cards li { background: var(--panel); border: 1px solid var(--line); border-radius: var(--corner); padding: .6rem .8rem; min-width: 0; } .cards span, .cards b, .cards small { display: block; overflow-wrap: anywhere; } .cards span { font-size: .88rem; font-weight: 600; } .cards b { font-size: 1.45rem; font-variant-numeric: tabular-nums; line-height: 1.3; } .cards small { color: var(--soft); font-size: .82rem; line-height: 1.35; }
.wide { overflow-x: auto; margin-bottom: 1.2rem; max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .28rem .65rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { border-bottom: 2px solid var(--frame); vertical-align: bottom; } th { font-weight: 600; } .left { text-align: left; } .name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
td.cell { background: color-mix(in srgb, var(--accent) calc(var(--share) * 45%), transparent); }
.bar { width: 9rem; text-align: left; } .bar i { display: block; height: .7rem; background: var(--accent); border-radius: 2px; } .bar i.minus { background: var(--second); }
.figures, .tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem 2rem; margin-top: 1.2rem; } .tables > div, .figures > figure { min-width: 0; }
figure { margin: 0; } figure svg { display: block; width: 100%; max-width: 40rem; height: auto; }
figcaption { font-size: .92rem; max-width: 40rem; } figcaption b { color: var(--ink); }
.warning { border-left: 4px solid var(--second); padding: .4rem .8rem; background: var(--panel); border-radius: 0 var(--corner) var(--corner) 0; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .6rem; font-size: .88rem; }
@media (max-width: 30rem) { body { margin: 1rem auto; padding: 0 .8rem; } table { font-size: .8rem; } th, td { padding: .25rem .22rem; } .name { min-width: 5.5rem; } .bar { width: 2.6rem; min-width: 2.6rem; } tbody th { white-space: normal; } }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; } figure, tr, .cards, .tables > div { break-inside: avoid; } .wide { overflow: visible; } h2, h3 { break-after: avoid; } .figures, .tables { grid-template-columns: 1fr 1fr; gap: .8rem 1.2rem; } table { font-size: .85rem; } th, td { padding: .14rem .5rem; } .tables table { font-size: .75rem; } .tables .name { min-width: 7rem; } .tables .bar { width: 4rem; } }
`
