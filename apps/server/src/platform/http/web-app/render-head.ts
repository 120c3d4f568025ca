import { type DocumentHead } from './public-document.ts'

const brand = 'Veranda'
const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character)
}

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

/** Puts what a page shows of itself into the app's document, in place of what every document says. */
export function renderHead(html: string, head: DocumentHead, origin: string): string {
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
    dataBlock('application/ld+json', head.structuredData),
    dataBlock('application/json', head.firstRead, ' id="first-read"'),
  ]
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
      () => `<meta name="description" content="${escapeHtml(head.description)}" />`,
    )
    .replace('</head>', () => `${tags.join('\n    ')}\n  </head>`)
}
