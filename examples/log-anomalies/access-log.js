// nginx's format "combined" with $request_time after it
const line = /^\S+ \S+ \S+ \[[^\]]+\] "([A-Z]+) (\S+)[^"]*" (\d{3}) \S+ "[^"]*" "[^"]*" (\d+\.\d+)$/

/**
 * Returns what a line says, or undefined where it is of another format.
 * @param {string} text
 */
export function parse(text) {
  const found = line.exec(text)
  if (found === null) return undefined
  const [, method, target, status, seconds] = found
  const route = routeOf(target)
  return {
    features: { method, route, endpoint: `${method} ${route}` },
    failed: Number(status) >= 500,
    // times of requests differ by factors, not by differences
    logSeconds: Math.log(Math.max(Number(seconds), 0.001)),
  }
}

/** The name of one handler's requests: numbers and ids are parameters, and so is the query.
 * @param {string} target
 */
function routeOf(target) {
  return target
    .split('?')[0]
    .replace(/\/(?=[^/]*\d)[\w.-]+/g, '/:id')
    .slice(0, 100)
}
