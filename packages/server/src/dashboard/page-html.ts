import { pageTokens } from '@ol/figures'

/** The page of the dashboard: its figures come from `/events`. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>OL server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/uplot.css">
<link rel="stylesheet" href="assets/page.css">
<script type="module" src="assets/page.js"></script>
</head>
<body>
<header><h1>OL</h1><p id="model">connecting …</p><a href="docs">API</a></header>
<main>
<section id="figures" aria-label="figures"></section>
<section class="wide"><h2>Loss, before each example was learned</h2><div id="loss" class="plot"></div></section>
<section><h2>Requests a second</h2><div id="rates" class="plot"></div></section>
<section><h2>Latency, ms</h2><div id="latency" class="plot"></div></section>
<section id="calibrated"><h2>Calibration, last examples</h2><div id="calibration" class="plot"></div></section>
<section><h2>Features that count most</h2><ol id="features"></ol></section>
<section id="mixed"><h2>Mixture of rates</h2><ol id="lanes"></ol></section>
<section id="challenged"><h2>Challenger</h2><div id="challenger"></div></section>
<section><h2>Alarms</h2><ul id="alarms"></ul></section>
<section><h2>Last bad inputs</h2><ul id="refusals"></ul></section>
</main>
<dialog id="asking"><form method="dialog"><label>Token of this server <input id="token" type="password" autocomplete="current-password"></label><button>Open</button></form></dialog>
</body>
</html>
`

/** Its style: light and dark, from a phone on. */
export const pageCss: string = `${pageTokens}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:var(--font)}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding:.75rem 1rem;border-bottom:1px solid var(--line)}
header h1{font-size:1.15rem;margin:0}header p{margin:0;color:var(--soft);flex:1 1 14rem}
a{color:var(--accent)}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.75rem;padding:.75rem;max-width:90rem;margin:auto}
section{background:var(--panel);border:1px solid var(--line);border-radius:var(--corner);padding:.75rem;min-width:0}
section[hidden]{display:none}
.wide,#figures{grid-column:1/-1}
h2{font-size:.85rem;font-weight:600;margin:0 0 .5rem;color:var(--soft)}
#figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.5rem 1rem}
#figures div{min-width:0}#figures b{display:block;font-size:1.3rem;font-variant-numeric:tabular-nums;font-weight:600;overflow-wrap:anywhere}
#figures span{color:var(--soft);font-size:.8rem}
.plot{width:100%;height:220px;overflow:hidden}
ol,ul{list-style:none;margin:0;padding:0}
li{position:relative;padding:.2rem .4rem;margin:.15rem 0;overflow-wrap:anywhere;font-size:.85rem}
li.bar{display:flex;justify-content:space-between;gap:1rem;isolation:isolate}
li.bar::before{content:"";position:absolute;inset:0;width:var(--share);background:var(--accent);opacity:.16;border-radius:.2rem;z-index:-1}
li.bar span:last-child{font-variant-numeric:tabular-nums;white-space:nowrap;color:var(--soft)}
li time{color:var(--soft);margin-right:.5rem}li.bad{color:var(--bad)}li.none{color:var(--soft)}
dialog{border:1px solid var(--line);border-radius:var(--corner);background:var(--panel);color:var(--ink)}
.u-legend{color:var(--soft);font-size:.75rem}
`
