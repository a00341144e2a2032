/**
 * Schemas of requests and answers, from which the OpenAPI page is built. The model checks examples, and its messages
 * name the fault.
 */

const features = {
  type: 'object',
  additionalProperties: true,
  description:
    'by name: a number, a string (a category), true or false, null (missing), an array of numbers or of strings, or an object (a namespace)',
} as const

const label = {
  description: 'a number, or the label of a class: a string, or true and false',
  anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }],
} as const

const id = { type: 'string', minLength: 1, maxLength: 200 } as const

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'stable: see docs/errors.md' },
        message: { type: 'string' },
      },
    },
  },
} as const

const answer = {
  type: 'object',
  required: ['prediction'],
  properties: {
    prediction: { description: 'a number, or the label of the class' },
    probability: {
      type: 'number',
      description: 'the probability of the positive class, or with several classes of the predicted class',
    },
    score: { type: 'number', description: 'the score, without link; with two classes only' },
    probabilities: {
      type: 'array',
      items: { type: 'number' },
      description: 'the probability of each class, if requested',
    },
    interval: {
      type: 'array',
      items: { type: 'number' },
      description: 'the ends of the interval of a number, if requested',
    },
    set: {
      type: 'array',
      description: 'the labels of the set of classes, the most probable first, if an interval is requested',
    },
    id,
  },
} as const

const weight = { type: 'number', minimum: 0, default: 1 } as const

/** Returns the bodies that a route takes: an object, an array or a stream. */
function oneOrMore(one: object): object {
  return { anyOf: [one, { type: 'array', items: one }] }
}

const problems = {
  400: { description: 'the request is not valid; the code says why', ...errorSchema },
  401: { description: 'the token is missing or wrong', ...errorSchema },
  413: { description: 'the body is too large', ...errorSchema },
  503: { description: 'a limit is reached, or the log cannot be written: try again later', ...errorSchema },
}

/** The answer of a route. */
function answers(one: object): object {
  return {
    200: {
      description: 'one answer for each example; an error takes the place of a bad example',
      ...oneOrMore(one),
    },
    ...problems,
  }
}

/** Returns the answers of a route that learns. */
function learns(one: object): object {
  return {
    204: {
      description: 'everything was learned, and `prefer: return=minimal` requests only errors',
      type: 'null',
    },
    ...answers(one),
  }
}

const prefer = {
  type: 'object',
  properties: {
    prefer: {
      type: 'string',
      enum: ['return=minimal'],
      description: 'answers {} to an example that was learned, and nothing if all were',
    },
  },
} as const

const example = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties: { features, weight, initial: { type: 'number' }, tag: { type: 'string' }, ...properties },
})

/** The types of bodies of examples. */
export const exampleTypes: readonly string[] = [
  'application/json',
  'application/x-ndjson',
  'application/vnd.apache.arrow.stream',
]

/** The schema of a route, as Fastify and OpenAPI take it. */
export interface RouteSchema {
  readonly summary: string
  readonly description?: string
  readonly consumes?: readonly string[]
  readonly produces?: readonly string[]
  readonly querystring?: object
  readonly headers?: object
  readonly body?: object
  readonly response: object
}

type Route = 'predict' | 'learn' | 'explain' | 'labels' | 'download' | 'swap' | 'health' | 'ready' | 'metrics'

export const routeSchemas: Readonly<Record<Route, RouteSchema>> = {
  predict: {
    summary: 'Predict',
    description:
      'An object, an array, or lines of JSON. With an id the features wait for their label: see /labels.',
    consumes: exampleTypes,
    querystring: {
      type: 'object',
      properties: {
        probabilities: {
          type: 'string',
          enum: ['', 'true'],
          description: 'adds the probability of each class',
        },
        interval: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 0.999,
          description: 'adds the interval that holds this share of the labels; with classes a set',
        },
      },
    },
    body: oneOrMore(example(['features'], { id })),
    response: answers(answer),
  },
  learn: {
    summary: 'Learn',
    description:
      'Answers with the prediction made before each example was learned, once the example is learned and in the log.',
    consumes: exampleTypes,
    headers: prefer,
    body: oneOrMore(example(['features', 'label'], { label })),
    response: learns(answer),
  },
  explain: {
    summary: 'Explain',
    description: 'The score as a sum: what each feature adds.',
    consumes: exampleTypes,
    body: oneOrMore(example(['features'], {})),
    response: answers({
      type: 'object',
      properties: {
        ...answer.properties,
        explanation: {
          type: 'object',
          properties: {
            class: { description: 'the class of the score, if there are several' },
            against: { description: 'the class whose score is subtracted' },
            score: { type: 'number' },
            features: { type: 'array' },
            derived: { type: 'array' },
            further: { type: 'array' },
          },
        },
      },
    }),
  },
  labels: {
    summary: 'Give late labels',
    description: 'Learns the features that were predicted with this id.',
    consumes: exampleTypes,
    body: oneOrMore({ type: 'object', required: ['id', 'label'], properties: { id, label, weight } }),
    headers: prefer,
    response: learns(answer),
  },
  download: {
    summary: 'Get the model',
    response: {
      200: {
        description: 'the bytes of the model file',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  swap: {
    summary: 'Replace the model',
    description:
      'The model is checked first. The former model answers the requests that were accepted before.',
    consumes: ['application/octet-stream'],
    response: { 204: { description: 'it answers from now on', type: 'null' }, ...problems },
  },
  health: {
    summary: 'Whether the server runs',
    response: { 200: { description: 'the state of the server', type: 'object', additionalProperties: true } },
  },
  ready: {
    summary: 'Whether it takes requests',
    response: {
      200: { description: 'it does', type: 'object', properties: { ready: { type: 'boolean' } } },
      503: {
        description: 'it stops, or its log cannot be written',
        type: 'object',
        properties: { ready: { type: 'boolean' } },
      },
    },
  },
  metrics: {
    summary: 'Metrics of Prometheus',
    produces: ['text/plain'],
    response: { 200: { description: 'text', type: 'string' } },
  },
}
