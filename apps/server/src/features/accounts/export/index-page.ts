import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { textDirection } from '@veranda/i18n/text-direction.ts'
import { type PersonalDataName } from '@veranda/core/accounts/export/data-export.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { html } from '../../../platform/http/web-app/html.ts'
import { t } from '../../../platform/i18n.ts'

/** One JSON file with the number of its entries. */
export type ListedData = { readonly name: PersonalDataName; readonly count: number }

type Page = {
  readonly language: string
  readonly at: Instant
  readonly data: readonly ListedData[]
  readonly fileCount: number
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-inline-size: 46rem; margin: 3rem auto; padding-inline: 1rem; }
  table { border-collapse: collapse; inline-size: 100%; }
  th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-block-end: 1px solid #8884; }
  td:last-child { text-align: end; font-variant-numeric: tabular-nums; }
  :root { color-scheme: light dark; }`

/** Returns the first page of a copy: it says what each file is and needs no network and no script. */
export function indexPage({ language, at, data, fileCount }: Page): string {
  const text = (key: Parameters<typeof t<'accounts/settings'>>[1], params = {}) =>
    t('accounts/settings', key, params, language)
  const locale = formatLocale(language)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  const number = new Intl.NumberFormat(locale)
  const rows = data.map(
    ({ name, count }) =>
      html` <tr>
        <th scope="row"><a href="data/${name}.json">${name}.json</a></th>
        <td>${text(`export.file.${name}`)}</td>
        <td>${number.format(count)}</td>
      </tr>`,
  )
  return html`<!doctype html>
    <html lang="${language}" dir="${textDirection(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${text('export.page.title')}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>${text('export.page.title')}</h1>
        <p>${text('export.page.text', { date })}</p>
        <p>${text('export.page.left-out')}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">${text('export.page.file')}</th>
              <th scope="col">${text('export.page.what')}</th>
              <th scope="col">${text('export.page.entries')}</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
            <tr>
              <th scope="row"><a href="data/files.json">files.json</a></th>
              <td>${text('export.file.files')}</td>
              <td>${number.format(fileCount)}</td>
            </tr>
          </tbody>
        </table>
      </body>
    </html> `.markup
}
