import { minute } from '@veranda/core/time/instant.ts'
import { type PublicDocument } from './public-document.ts'

/** Tells crawlers what is worth reading: the public pages with their pictures, and where the list of them is. */
export const robotsDocument: PublicDocument = {
  path: '/robots.txt',
  rateLimit: { per: 'address', max: 60, windowMs: minute },
  read: async ({ origin }) => {
    const rules = [
      'User-agent: *',
      'Allow: /api/explore',
      'Allow: /api/config',
      'Allow: /api/files/',
      'Allow: /api/assets/',
      'Disallow: /api/',
    ]
    return {
      kind: 'text',
      type: 'text/plain; charset=utf-8',
      text: `${rules.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`,
    }
  },
}
