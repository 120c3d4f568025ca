import { html } from '../../../platform/http/web-app/html.ts'
import {
  type DocumentReply,
  type DocumentRequest,
  type FirstView,
  type PublicDocument,
} from '../../../platform/http/web-app/public-document.ts'
import { t } from '../../../platform/i18n.ts'

const layoutModule = 'src/features/accounts/sign-in/auth-layout.tsx'
const stills = 'src/features/accounts/front-door/stills'
/** The form is what people come for, so the app waits for the poster only briefly. */
const maxPictureWaitMs = 1_000

/** Declares the addresses to sign in and to register, whose documents show the veranda before any script runs. */
export const signInDocuments: readonly PublicDocument[] = [
  {
    path: '/login',
    rateLimit: null,
    read: (request) => readSignInDocument(request, 'src/screens/login-screen.tsx', 'login'),
  },
  {
    path: '/register',
    rateLimit: null,
    read: (request) => readSignInDocument(request, 'src/screens/new-access-screens.ts', 'register'),
  },
]

async function readSignInDocument(
  { builtFile, language }: DocumentRequest,
  screenModule: string,
  name: 'login' | 'register',
): Promise<DocumentReply> {
  return {
    kind: 'page',
    head: undefined,
    entries: [layoutModule, screenModule],
    firstView: firstViewOf(name, builtFile, language),
  }
}

/** Returns poster, tagline and head of the form as `auth-layout.tsx` draws them; undefined without a built poster. */
function firstViewOf(
  name: 'login' | 'register',
  builtFile: DocumentRequest['builtFile'],
  language: string,
): FirstView | undefined {
  const [daylight, dusk] = (['daylight', 'dusk'] as const).map((theme) => {
    const [small, large] = [builtFile(`${stills}/${theme}-arrive.avif`), builtFile(`${stills}/${theme}-poster.avif`)]
    return small === undefined || large === undefined ? undefined : `${small} 720w, ${large} 1440w`
  })
  if (daylight === undefined || dusk === undefined) return undefined
  const text = (key: `${'login' | 'register'}.${'title' | 'welcome'}`) => t('accounts/sign-in', key, {}, language)
  const sizes = '(max-width: 599.95px) 76vw, 100vw'
  const fields = Array.from({ length: name === 'login' ? 3 : 5 }, () => html`<span></span>`)
  const markup = html`<div class="auth-layout_layout">
    <header class="auth-layout_banner">
      <picture class="auth-layout_banner"
        ><source data-theme="dusk" media="(prefers-color-scheme: dark)" srcset="${dusk}" sizes="${sizes}" />
        <img class="auth-layout_poster" srcset="${daylight}" sizes="${sizes}" alt="" fetchpriority="high"
      /></picture>
      <p class="auth-layout_tagline">${t('common', 'tagline', {}, language)}</p>
    </header>
    <div class="auth-layout_side">
      <main class="auth-layout_column">
        <div>
          <span class="auth-layout_brand"
            ><img src="/mark.svg" alt="" width="26" height="26" />${t('common', 'brand', {}, language)}</span
          >
        </div>
        <div>
          <h1>${text(`${name}.title`)}</h1>
          <p class="auth-header_lead">${text(`${name}.welcome`)}</p>
        </div>
        <div class="auth-layout_waiting" aria-hidden="true">${fields}</div>
      </main>
    </div>
    <div class="auth-layout_story"></div>
  </div>`
  return { markup, maxPictureWaitMs }
}
