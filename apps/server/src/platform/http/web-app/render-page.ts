import { type EntryFiles } from './entry-files.ts'
import { escapeHtml } from './html.ts'
import { type DocumentHead, type FirstView } from './public-document.ts'

const brand = 'Veranda'

/**
 * Writes a value as the content of a data block. Nothing in it can end the element or begin a comment, and a browser
 * never runs it: its type is not that of a script, so neither nonce nor Trusted Types apply to it.
 */
function dataBlock(type: string, value: unknown, attributes = ''): string {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="${type}"${attributes}>${json}</script>`
}

export type RenderedPage = {
  readonly head: DocumentHead | undefined
  readonly origin: string
  readonly nonce: string
  readonly language: string
  /** Files of the screen, which the app would ask for only after its own. */
  readonly files: EntryFiles
  readonly firstView: FirstView | undefined
}

const appScript = /\s*<script(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"[^>]*><\/script>/g

/**
 * Lets the app and its screen start once the first picture is drawn, or after a while without it. Both would take the
 * connection and the processor from the picture, and the first view can be read, searched and left without them. All
 * scripts are fetched at once, but run one by one, so that together they are no long task.
 */
function startAfterPicture(
  html: string,
  scripts: readonly string[],
  { nonce, maxPictureWaitMs }: { nonce: string; maxPictureWaitMs: number },
): string {
  const own = Array.from(html.matchAll(appScript), ([, path = '']) => path)
  const paths = JSON.stringify([...new Set([...own, ...scripts])])
  const start = `const picture = document.querySelector('#first-view img[fetchpriority="high"]')
      const wait = (ms) => new Promise((done) => setTimeout(done, ms))
      const drawn = async () => {
        await picture?.decode().catch(() => undefined)
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      }
      await Promise.race([drawn(), wait(${maxPictureWaitMs})])
      const paths = ${paths}
      const { nonce } = document.querySelector('script[nonce]')
      for (const href of paths)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }))
      for (const path of paths) {
        await import(path)
        await wait(0)
      }`
  return html
    .replaceAll(appScript, '')
    .replace('</body>', () => `  <script type="module" nonce="${nonce}">\n      ${start}\n    </script>\n  </body>`)
}

/**
 * Chooses the pictures of the first view by the remembered look, which only the browser knows. Their own condition, the
 * look of the device, is right for nearly everyone, so that the browser can fetch them before any script runs.
 */
const choosePictures = `for (const source of document.querySelectorAll('#first-view source[data-theme]'))
        source.media = source.dataset.theme === document.documentElement.dataset.theme ? 'all' : 'not all'`

/** Hides the app below the first view, and the first view where the device remembers another language than this one. */
function firstViewStyle(language: string): string {
  return `#first-view ~ #root { display: none } :root:not([lang='${language}']) #first-view { visibility: hidden }`
}

/**
 * Puts what a page shows into the app's document: its head in place of what every document says, the files of its screen,
 * and the first view, which hides the app until the screen takes it away.
 */
export function renderPage(html: string, { head, origin, nonce, language, files, firstView }: RenderedPage): string {
  const tags = [
    ...(head ? headTags(head, origin) : []),
    ...files.styles
      .filter((path) => !html.includes(path))
      .map((path) => `<link rel="stylesheet" crossorigin href="${path}" />`),
    ...(firstView ? [`<style nonce="${nonce}">${firstViewStyle(language)}</style>`] : []),
    ...(head
      ? [
          dataBlock('application/ld+json', head.structuredData),
          dataBlock('application/json', head.firstRead, ' id="first-read"'),
        ]
      : []),
  ]
  const page = head ? withHead(html, head) : html
  if (!firstView) return page.replace('</head>', () => `${tags.join('\n    ')}\n  </head>`)
  const { markup } = firstView.markup
  const choose = markup.includes('data-theme=') ? `<script nonce="${nonce}">${choosePictures}</script>` : ''
  return startAfterPicture(page, files.scripts, { nonce, maxPictureWaitMs: firstView.maxPictureWaitMs })
    .replace('</head>', () => `${tags.join('\n    ')}\n  </head>`)
    .replace('<div id="root">', (root) => `<div id="first-view">${markup}</div>${choose}${root}`)
}

function withHead(html: string, { title, description }: DocumentHead): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(`${title} · ${brand}`)}</title>`)
    .replace(
      /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
      () => `<meta name="description" content="${escapeHtml(description)}" />`,
    )
}

function headTags(head: DocumentHead, origin: string): string[] {
  const { picture } = head
  const properties: readonly (readonly [name: string, content: string])[] = [
    ['og:site_name', brand],
    ['og:type', head.type],
    ['og:title', `${head.title} · ${brand}`],
    ['og:description', head.description],
    ['og:url', `${origin}${head.canonicalPath}`],
    ...(picture
      ? ([
          ['og:image', `${origin}${picture.path}`],
          ['og:image:alt', picture.alt],
        ] as const)
      : []),
  ]
  return [
    `<link rel="canonical" href="${escapeHtml(`${origin}${head.canonicalPath}`)}" />`,
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`,
    ...(picture ? [`<link rel="preload" as="image" href="${escapeHtml(picture.path)}" fetchpriority="high" />`] : []),
  ]
}
