/** A page that a browser was shown or sent on from. */
export type Visit = {
  readonly status: number
  /** Where it was sent to, as an absolute address. */
  readonly location: URL | undefined
  readonly headers: Headers
  readonly text: string
}

/** A browser as far as a sign-in needs one: it keeps cookies of the server at `origin`, and follows nothing by itself. */
export class TestBrowser {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The Cookie header of the server. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Adds the cookies of a header, such as those of a session. */
  addCookies(header: string): void {
    for (const pair of header.split('; ')) {
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  /** Visits an address, or a path of the server, and keeps the cookies it sets. */
  async visit(address: string | URL, init: { method?: string; body?: string; token?: string } = {}): Promise<Visit> {
    const url = new URL(address, this.#origin)
    const isOwn = url.origin === this.#origin
    const response = await fetch(url, {
      method: init.method ?? 'GET',
      redirect: 'manual',
      headers: {
        ...(isOwn && this.cookie !== '' ? { cookie: this.cookie } : {}),
        ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(init.body === undefined ? {} : { body: init.body }),
    })
    if (isOwn) this.#keep(response.headers.getSetCookie())
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location === null ? undefined : new URL(location, url),
      headers: response.headers,
      text: await response.text(),
    }
  }

  /** Follows redirects until a page, and returns the address of it. */
  async follow(address: string | URL): Promise<URL> {
    let url = new URL(address, this.#origin)
    for (let hops = 0; hops < 10; hops += 1) {
      // A page of the app is shown by its script.
      if (url.origin === this.#origin && !url.pathname.startsWith('/api/') && !url.pathname.startsWith('/sandbox/'))
        return url
      const { location } = await this.visit(url)
      if (!location) return url
      url = location
    }
    throw new Error(`too many redirects at ${url.href}`)
  }

  #keep(setCookies: readonly string[]): void {
    for (const header of setCookies) {
      const [pair = '', ...attributes] = header.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(pair.slice(0, at))
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}

/** Returns where in the app an address is: path and query. */
export function placeOf(url: URL | undefined): string {
  return url === undefined ? 'nowhere' : `${url.pathname}${url.search}`
}
