import { type EntryFiles } from './entry-files.ts'
import { escapeHtml, type Html } from './html.ts'
import { type DocumentHead } from './public-document.ts'

const brand = 'Veranda'
const maxPictureWaitMs = 2_500

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
  readonly head: DocumentHead
  readonly origin: string
  readonly nonce: string
  /** Files of the screen, which the app would ask for only after its own. */
  readonly files: EntryFiles
  /** Shown until the app has drawn the screen in its place. */
  readonly firstView: Html | undefined
}

const appScript = /\s*<script(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"[^>]*><\/script>/g

/**
 * Lets the app and its screen start once the first picture is drawn, or after a while without it. Both would take the
 * connection and the processor from the picture, and the first view can be read, searched and left without them.
 */
function startAfterPicture(html: string, scripts: readonly string[], nonce: string): string {
  const own = Array.from(html.matchAll(appScript), ([, path = '']) => path)
  const paths = JSON.stringify([...new Set([...own, ...scripts])])
  const start = `const picture = document.querySelector('#first-view img[fetchpriority="high"]')
      const wait = (ms) => new Promise((done) => setTimeout(done, ms))
      const drawn = async () => {
        await picture?.decode().catch(() => undefined)
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      }
      await Promise.race([drawn(), wait(${maxPictureWaitMs})])
      await Promise.all(${paths}.map((path) => import(path)))`
  return html
    .replaceAll(appScript, '')
    .replace('</body>', () => `  <script type="module" nonce="${nonce}">\n      ${start}\n    </script>\n  </body>`)
}

/**
 * Puts what a page shows into the app's document: its head in place of what every document says, the files of its screen,
 * and the first view, which hides the app until the screen takes it away.
 */
export function renderPage(html: string, { head, origin, nonce, files, firstView }: RenderedPage): string {
  const { picture } = head
  const title = `${head.title} · ${brand}`
  const pictureUrl = picture && `${origin}${picture.path}`
  const properties: readonly (readonly [name: string, content: string])[] = [
    ['og:site_name', brand],
    ['og:type', head.type],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:url', `${origin}${head.canonicalPath}`],
    ...(picture && pictureUrl !== null
      ? ([
          ['og:image', pictureUrl],
          ['og:image:alt', picture.alt],
        ] as const)
      : []),
  ]
  const tags = [
    `<link rel="canonical" href="${escapeHtml(`${origin}${head.canonicalPath}`)}" />`,
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`,
    ...(picture ? [`<link rel="preload" as="image" href="${escapeHtml(picture.path)}" fetchpriority="high" />`] : []),
    ...files.styles
      .filter((path) => !html.includes(path))
      .map((path) => `<link rel="stylesheet" crossorigin href="${path}" />`),
    ...(firstView ? [`<style nonce="${nonce}">#first-view ~ #root { display: none }</style>`] : []),
    dataBlock('application/ld+json', head.structuredData),
    dataBlock('application/json', head.firstRead, ' id="first-read"'),
  ]
  return (firstView ? startAfterPicture(html, files.scripts, nonce) : html)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
      () => `<meta name="description" content="${escapeHtml(head.description)}" />`,
    )
    .replace('</head>', () => `${tags.join('\n    ')}\n  </head>`)
    .replace('<div id="root">', (root) => (firstView ? `<div id="first-view">${firstView.markup}</div>${root}` : root))
}
