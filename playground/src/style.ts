import { pageStyle } from '@ol/pipeline/internal'

/** The style of the report, and of the parts that only the playground has. */
export const style: string = `${pageStyle}
header h1 { font-size: 1.5rem; }
#report { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
#drop { display: grid; gap: .25rem; justify-items: center; padding: 1.5rem 1rem; border: 2px dashed var(--line); border-radius: var(--corner); text-align: center; cursor: pointer; }
#drop.over, #drop:focus-within { border-color: var(--accent); } #drop span { color: var(--soft); font-size: .92rem; } #drop input { max-width: 100%; width: auto; justify-self: center; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: .75rem 0; } .row[hidden] { display: none; }
#samples { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; max-width: none; margin-top: .75rem; }
button, select, textarea { padding: .4rem .75rem; border: 1px solid var(--line); border-radius: var(--corner); color: inherit; background: var(--panel); font: inherit; max-width: 100%; }
button { cursor: pointer; } button:disabled { opacity: .5; cursor: default; }
#learn:not(:disabled), #predict { border-color: var(--accent); background: var(--accent); color: var(--ground); font-weight: 600; }
#samples button { font-size: .88rem; padding: .25rem .6rem; }
textarea { display: block; width: 100%; margin-bottom: .5rem; font: .82rem/1.45 var(--mono); }
a { color: var(--accent); } .error { color: var(--bad); }
details { margin: 2.5rem 0 1rem; border-top: 1px solid var(--line); padding-top: .8rem; } summary { cursor: pointer; font-weight: 600; } li { max-width: 46rem; }
@media print { #input, #try, details, header { display: none; } }
`
