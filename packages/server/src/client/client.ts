/** A client for a server of `@ol/server`, for browsers and programs. It uses only `fetch`. */

/** The features of an example, by name: see docs/library.md. */
export type ClientFeatures = Readonly<Record<string, unknown>>

export interface ClientExample {
  readonly features: ClientFeatures
  readonly label: number | string | boolean
  /** default 1 */
  readonly weight?: number
}

/** A prediction, or the prediction for an example before it was learned. */
export interface ClientPrediction {
  /** a number, or the label of the class */
  readonly prediction: number | string | null
  /** the probability of the positive class; with several classes, of the predicted class */
  readonly probability?: number
  /** the score, without link; with two classes only */
  readonly score?: number
  /** for numbers: the ends of the requested interval */
  readonly interval?: readonly [low: number, high: number]
  /** for classes: the requested set, the most probable class first */
  readonly set?: readonly (number | string)[]
  /** the id with which its label will be sent */
  readonly id?: string
}

export interface ClientError {
  readonly error: { readonly code: string; readonly message: string }
}

/** An error response of the server; `code` is stable. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

export interface ClientOptions {
  /** the token of the server, if it has one */
  readonly token?: string | undefined
  /** default: the `fetch` of the runtime */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** aborts requests; default: none */
  readonly signal?: AbortSignal | undefined
}

/** Sends requests to a server. */
export class Client {
  readonly #address: string
  readonly #options: ClientOptions

  /** @param address as `http://127.0.0.1:8080` */
  constructor(address: string, options: ClientOptions = {}) {
    this.#address = address.replace(/\/$/, '')
    this.#options = options
  }

  /** Predicts; with an id the features wait for `label`. @throws ServerError */
  predict(features: ClientFeatures, id?: string): Promise<ClientPrediction> {
    return this.#post('/predict', { features, ...(id === undefined ? {} : { id }) })
  }

  /**
   * Predicts, with the interval (with classes: the set) for this share of the labels.
   *
   * @param level in (0, 0.999]
   * @throws ServerError: OL_PARAMETER if the model learned no intervals
   */
  predictInterval(features: ClientFeatures, level: number): Promise<ClientPrediction> {
    return this.#post(`/predict?interval=${level}`, { features })
  }

  /** Predicts several examples; an invalid one gives an error in its place. @throws ServerError */
  predictAll(all: readonly ClientFeatures[]): Promise<readonly (ClientPrediction | ClientError)[]> {
    return this.#post(
      '/predict',
      all.map((features) => ({ features })),
    )
  }

  /** Learns; resolves with the prediction before learning, once the example is in the log. @throws ServerError */
  learn(example: ClientExample): Promise<ClientPrediction> {
    return this.#post('/learn', example)
  }

  /** Learns several examples in order; an invalid one gives an error in its place. @throws ServerError */
  learnAll(examples: readonly ClientExample[]): Promise<readonly (ClientPrediction | ClientError)[]> {
    return this.#post('/learn', examples)
  }

  /** Sends the label for a prediction with an id. @throws ServerError */
  label(id: string, label: ClientExample['label'], weight = 1): Promise<ClientPrediction> {
    return this.#post('/labels', { id, label, weight })
  }

  /** Explains a score as a sum. @throws ServerError */
  explain(features: ClientFeatures): Promise<ClientPrediction & { readonly explanation: unknown }> {
    return this.#post('/explain', { features })
  }

  /** Returns the bytes of the model. @throws ServerError */
  async model(): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#request('/model', { method: 'GET' })).arrayBuffer())
  }

  /** Replaces the model. @throws ServerError */
  async replaceModel(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#request('/model', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  }

  /** Returns the figures of `/stats`. @throws ServerError */
  async stats(): Promise<unknown> {
    return (await this.#request('/stats', { method: 'GET' })).json()
  }

  async #post<Answer>(route: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return (
      await this.#request(route, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json() as Promise<Answer>
  }

  async #request(
    route: string,
    request: { method: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    const { token, fetch: ask = globalThis.fetch, signal } = this.#options
    const headers = {
      ...request.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const response = await ask(`${this.#address}${route}`, {
      ...request,
      headers,
      ...(signal === undefined ? {} : { signal }),
    })
    if (response.ok) return response
    const { error } = (await response.json().catch(() => ({}))) as Partial<ClientError>
    throw new ServerError(
      error?.code ?? 'OL_REQUEST',
      error?.message ?? `status ${response.status}`,
      response.status,
    )
  }
}
