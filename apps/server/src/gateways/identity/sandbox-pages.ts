import { textDirection } from '@veranda/i18n/text-direction.ts'
import { randomBytes } from 'node:crypto'
import {
  type SocialProvider,
  socialProviderNames as names,
  socialProviders,
} from '@veranda/core/accounts/social/social-provider.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Env } from '../../env.ts'
import { cspReportPath } from '../../platform/http/browser-policy/security-headers.ts'
import { preferredLanguage } from '../../platform/http/request-info.ts'
import { browserOrigin } from '../../platform/http/server-address.ts'
import { html } from '../../platform/http/web-app/html.ts'
import { t } from '../../platform/i18n.ts'
import { choicesOf, makeSandboxUser, nameOf } from './sandbox-users.ts'
import { sandboxIdentityPath, type SandboxProvider } from './sandbox-provider.ts'

const maxFormBytes = 16_384

/** Serves the stand-in: the page on which a user agrees, and the addresses that the adapters call. */
export function serveSandboxProvider(app: FastifyInstance, standIn: SandboxProvider, env: Env): void {
  void app.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, text, parsed) => parsed(null, text),
    )
    for (const provider of socialProviders) {
      const path = `${sandboxIdentityPath}/${provider}`
      const options = { schema: { hide: true } }
      scope.get(`${path}/authorize`, options, (request, reply) => authorize(provider, standIn, { request, reply, env }))
      scope.post(`${path}/token`, options, async (request, reply) => {
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        // The adapters know this server by the address at which they call it.
        const issuer = `${env.https ? 'https' : 'http'}://${request.host}${path}`
        const { status, body } = await standIn.exchange(provider, form, issuer)
        return sendJson(reply, status, body)
      })
      scope.get(`${path}/user`, options, (request, reply) => {
        const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
        const { status, body } = standIn.readUser(provider, bearer ?? queryOf(request).get('access_token') ?? '')
        return sendJson(reply, status, body)
      })
      scope.get(`${path}/keys`, options, async (_request, reply) => sendJson(reply, 200, await standIn.readKeys()))
    }
    done()
  })
}

type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly env: Env }

/** Shows whom one can continue as; with a choice in the address, sends the browser back. */
function authorize(provider: SocialProvider, standIn: SandboxProvider, { request, reply, env }: Call): FastifyReply {
  const query = queryOf(request)
  const ownRedirectUri = `${browserOrigin(env, request.headers.host)}/api/auth/${provider}/callback`
  const checked = standIn.checkRequest(provider, query, ownRedirectUri)
  const language = preferredLanguage(request.headers['accept-language'])
  if (!checked) return sendPage(reply, 400, refusedPage(language), language)
  if ('error' in checked) return sendBack(reply, ownRedirectUri, { error: checked.error, state: checked.state })
  const chosen = query.get('choice')
  if (chosen === 'deny') return sendBack(reply, ownRedirectUri, { error: 'access_denied', state: checked.state })
  const loginHint = query.get('login_hint')
  const choice = choicesOf(provider, loginHint).find((one) => one === chosen)
  if (choice === undefined) return sendPage(reply, 200, choicePage(provider, query, language), language)
  const code = standIn.grantCode(provider, checked, makeSandboxUser(choice, loginHint))
  return sendBack(reply, ownRedirectUri, { code, state: checked.state })
}

function queryOf({ raw }: FastifyRequest): URLSearchParams {
  return new URLSearchParams((raw.url ?? '').split('?', 2)[1] ?? '')
}

function sendBack(reply: FastifyReply, redirectUri: string, parameters: Record<string, string>): FastifyReply {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url.href, 303)
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
}

type Page = { readonly title: string; readonly body: ReturnType<typeof html> }

function choicePage(provider: SocialProvider, query: URLSearchParams, language: string): Page {
  const translate = (key: 'title' | 'text' | 'deny', params: Record<string, string> = {}) =>
    t('accounts/social', `sandbox.${key}`, params, language)
  const title = translate('title', { provider: names[provider] })
  const kept = [...query].filter(([name]) => name !== 'choice')
  const hidden = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
  const buttons = choicesOf(provider, query.get('login_hint')).map((choice) => {
    const label = t('accounts/social', 'sandbox.continue', { name: nameOf(choice) }, language)
    const hint = t('accounts/social', `sandbox.${choice}`, {}, language)
    return html`<button name="choice" value="${choice}"><b>${label}</b> <span>${hint}</span></button>`
  })
  const deny = html`<button name="choice" value="deny">${translate('deny')}</button>`
  const body = html`<h1>${title}</h1>
    <p>${translate('text', { provider: names[provider] })}</p>
    <form method="get">${hidden}${buttons}${deny}</form>`
  return { title, body }
}

function refusedPage(language: string): Page {
  const title = t('accounts/social', 'sandbox.refused.title', {}, language)
  const body = html`<h1>${title}</h1>
    <p>${t('accounts/social', 'sandbox.refused.text', {}, language)}</p>`
  return { title, body }
}

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-inline-size: 28rem; margin: 3rem auto; padding-inline: 1rem; background: Canvas; color: CanvasText }
h1 { font-size: 1.5rem; line-height: 1.2 }
form { display: grid; gap: 0.75rem }
button { font: inherit; text-align: start; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem;
  background: Canvas; color: CanvasText; cursor: pointer }
button span { display: block }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }`

function sendPage(reply: FastifyReply, status: number, { title, body }: Page, language: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `report-uri ${cspReportPath}`,
  ].join('; ')
  const page = html`<!doctype html>
    <html lang="${language}" dir="${textDirection(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="/mark.svg" />
        <style nonce="${nonce}">
          ${{ markup: style }}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page.markup)
}
