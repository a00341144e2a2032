/**
 * Colors, font and corners of all pages of OL as CSS variables: the report, the playground, the dashboard of the server.
 * Light, dark and on paper; people with any color vision can distinguish the colors of series.
 */
export const pageTokens = `
:root { color-scheme: light dark; --font: 16px/1.5 system-ui, sans-serif; --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace; --corner: .5rem;
  --ground: #fff; --ink: #1a1c20; --soft: #565c66; --line: #d9dce1; --panel: #f4f5f7; --frame: #555a63; --grid: #dcdee2; --minor-grid: #f0f1f3; --bad: #b3261e;
  --series-1: #0072b2; --series-2: #c24e00; --series-3: #00805f; --series-4: #b0558a; --series-5: #a87400; --series-6: #2b86b8; --series-7: #1a1c20; --accent: var(--series-1); --second: var(--series-2); }
@media (prefers-color-scheme: dark) { :root { --ground: #14161a; --ink: #e7e9ee; --soft: #a6adb8; --line: #343a43; --panel: #1e2127; --frame: #8b9199; --grid: #343a43; --minor-grid: #23272d; --bad: #ff8a80;
  --series-1: #5cb3f0; --series-2: #ff9a5c; --series-3: #3fd0a4; --series-4: #ec9fca; --series-5: #f2c14e; --series-6: #9cd8ff; --series-7: #e7e9ee; } }
@media print { :root { color-scheme: light; --ground: #fff; --ink: #000; --soft: #444; --line: #bbb; --panel: #f4f5f7; --frame: #444; --grid: #d5d5d5; --minor-grid: #eee; --bad: #b3261e;
  --series-1: #0072b2; --series-2: #c24e00; --series-3: #00805f; --series-4: #b0558a; --series-5: #a87400; --series-6: #2b86b8; --series-7: #000; } }
`
