import { expect, test } from 'vitest'
import { LatencyHistogram } from '../src/metrics/latency-histogram.js'
import { post, served } from './served.js'

test('the histogram has the text of Prometheus: buckets include those before, and their bound', () => {
  const histogram = new LatencyHistogram([0.1, 0.5])
  for (const seconds of [0.1, 0.0625, 0.25, 0.5, 2]) histogram.observe('/learn', 200, seconds)
  histogram.observe('/learn', 503, 0.25)
  histogram.observe('/predict', 200, 4)
  expect(
    histogram.text(),
  ).toBe(`# HELP ol_request_seconds seconds from the head of a request to the end of its answer
# TYPE ol_request_seconds histogram
ol_request_seconds_bucket{le="0.1",route="/learn",status="200"} 2
ol_request_seconds_bucket{le="0.5",route="/learn",status="200"} 4
ol_request_seconds_bucket{le="+Inf",route="/learn",status="200"} 5
ol_request_seconds_sum{route="/learn",status="200"} 2.9125
ol_request_seconds_count{route="/learn",status="200"} 5
ol_request_seconds_bucket{le="0.1",route="/learn",status="503"} 0
ol_request_seconds_bucket{le="0.5",route="/learn",status="503"} 1
ol_request_seconds_bucket{le="+Inf",route="/learn",status="503"} 1
ol_request_seconds_sum{route="/learn",status="503"} 0.25
ol_request_seconds_count{route="/learn",status="503"} 1
ol_request_seconds_bucket{le="0.1",route="/predict",status="200"} 0
ol_request_seconds_bucket{le="0.5",route="/predict",status="200"} 0
ol_request_seconds_bucket{le="+Inf",route="/predict",status="200"} 1
ol_request_seconds_sum{route="/predict",status="200"} 4
ol_request_seconds_count{route="/predict",status="200"} 1
`)
})

test('/metrics has the answers of each route by status, a metric once', async () => {
  const server = await served()
  for (const x of [1, 2, 3]) await post(server, '/predict', { features: { x } })
  await post(server, '/learn', { features: { x: 1 } })
  const text = await (await fetch(`${server.address}/metrics`)).text()
  expect(text).toContain('\nol_request_seconds_count{route="/predict",status="200"} 3\n')
  expect(text).toContain('\nol_request_seconds_count{route="/learn",status="400"} 1\n')
  const types = text.match(/^# TYPE \S+/gm) ?? []
  expect(new Set(types).size).toBe(types.length)
  expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true)
})
