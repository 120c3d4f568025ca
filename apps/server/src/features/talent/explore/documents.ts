import {
  exploreCreators as exploreRoute,
  readPublicCreator as creatorRoute,
} from '@veranda/contract/talent/explore/routes.ts'
import {
  exploreQuery,
  type ExploreQuery,
  exploreReply,
  publicCreator,
  type PublicCreator,
} from '@veranda/contract/talent/explore/schemas.ts'
import { type ExploreReply } from '@veranda/contract/talent/explore/schemas.ts'
import { decimalsOf, isCurrency } from '@veranda/core/money/money.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { parseInput } from '../../../platform/http/parse-input.ts'
import {
  type DocumentHead,
  type DocumentReply,
  type DocumentRequest,
  type FirstView,
  type PublicDocument,
} from '../../../platform/http/web-app/public-document.ts'
import { type Html } from '../../../platform/http/web-app/html.ts'
import { t } from '../../../platform/i18n.ts'
import { exploreCreators } from './explore-creators.ts'
import { creatorView, exploreEntries, galleryView } from './first-view.ts'
import { type ReadOpenServices, readPublicCreator } from './read-public-creator.ts'
import { publicReadLimit } from './routes.ts'

/** A search engine cuts off what is longer. */
const maxDescriptionLength = 155
const maxTitleLength = 70
/** Limit of one sitemap (sitemaps.org: 50 000), with room for our own pages. */
const maxSitemapEntries = 49_000
const legalPaths = ['/terms', '/privacy', '/refund']

/** Declares the addresses of gallery, creators and sitemap, whose documents say what they show before any script runs. */
export function exploreDocuments(readOpenServices: ReadOpenServices): PublicDocument[] {
  return [
    { path: '/explore', rateLimit: publicReadLimit, read: readGalleryDocument },
    {
      path: '/explore/:handle',
      rateLimit: publicReadLimit,
      read: (request) => readCreatorDocument(request, readOpenServices),
    },
    { path: '/sitemap.xml', rateLimit: publicReadLimit, read: readSitemap },
  ]
}

/** It can be read, searched and left without the app, which therefore waits long for the picture. */
function firstView(markup: Html): FirstView {
  return { markup, maxPictureWaitMs: 2_500 }
}

async function readGalleryDocument({ db, now, query, origin, language }: DocumentRequest): Promise<DocumentReply> {
  const parsed = parseInput(exploreQuery, query)
  // Parsed by its schema.
  const filters = parsed.ok ? (parsed.value as ExploreQuery) : {}
  const found = await exploreCreators(db, filters, now)
  // Filters that cannot be are the app's to explain.
  const result = found.ok ? found : await exploreCreators(db, {}, now)
  if (!result.ok) return { kind: 'not-found' }
  const gallery = exploreReply.parse(result.value)
  const [first] = gallery.items
  const [work] = first?.works ?? []
  const head: DocumentHead = {
    title: t('talent/explore', 'meta.title', {}, language),
    description: t('talent/explore', 'meta.description', {}, language),
    canonicalPath: '/explore',
    type: 'website',
    picture:
      first && work
        ? {
            path: work.image,
            alt: t('talent/explore', 'meta.creator.picture', { title: work.title, name: first.name }, language),
          }
        : null,
    structuredData: galleryData(gallery, origin, language),
    firstRead: { path: exploreRoute.path, args: { query: filters }, reply: gallery },
  }
  const shown = { q: filters.q, discipline: filters.discipline }
  return { kind: 'page', head, entries: exploreEntries, firstView: firstView(galleryView(gallery, shown, language)) }
}

function galleryData(gallery: ExploreReply, origin: string, language: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: t('talent/explore', 'meta.title', {}, language),
    description: t('talent/explore', 'meta.description', {}, language),
    url: `${origin}/explore`,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: gallery.items.map(({ handle, name, works }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: `${origin}/explore/${handle}`,
        name,
        ...(works[0] ? { image: `${origin}${works[0].image}` } : {}),
      })),
    },
  }
}

async function readCreatorDocument(
  { db, now, params, origin, language }: DocumentRequest,
  readOpenServices: ReadOpenServices,
): Promise<DocumentReply> {
  const { handle = '' } = params
  const read = await readPublicCreator(db, handle, { now, readOpenServices })
  if (!read) return { kind: 'not-found' }
  if (read.handle !== handle) return { kind: 'moved', path: `/explore/${read.handle}` }
  const creator = publicCreator.parse(read)
  const { name, headline, about, works } = creator
  const text = (key: 'meta.creator.title' | 'meta.creator.title.plain' | 'meta.creator.description') =>
    t('talent/explore', key, { name, headline }, language)
  const [work] = works
  const path = work?.image ?? creator.avatar
  const head: DocumentHead = {
    title: shorten(text(headline === '' ? 'meta.creator.title.plain' : 'meta.creator.title'), maxTitleLength),
    description: shorten(about === '' ? text('meta.creator.description') : about, maxDescriptionLength),
    canonicalPath: `/explore/${creator.handle}`,
    type: 'profile',
    picture:
      path === null
        ? null
        : {
            path,
            alt: work ? t('talent/explore', 'meta.creator.picture', { title: work.title, name }, language) : name,
          },
    structuredData: creatorData(creator, origin),
    firstRead: { path: creatorRoute.path, args: { params: { handle: creator.handle } }, reply: creator },
  }
  return { kind: 'page', head, entries: exploreEntries, firstView: firstView(creatorView(creator, language)) }
}

/** Describes a creator as a person who offers services. Stars are left out: they are about work, not about a person. */
function creatorData(creator: PublicCreator, origin: string): object {
  const url = `${origin}/explore/${creator.handle}`
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: creator.memberSince,
    mainEntity: {
      '@type': 'Person',
      name: creator.name,
      alternateName: creator.handle,
      url,
      ...(creator.headline === '' ? {} : { description: creator.headline }),
      ...(creator.avatar === null ? {} : { image: `${origin}${creator.avatar}` }),
      knowsAbout: creator.skills,
      knowsLanguage: creator.languages,
      makesOffer: creator.services.map(({ title, description, price }) => ({
        '@type': 'Offer',
        price: decimalPrice(price),
        priceCurrency: price.currency,
        itemOffered: { '@type': 'Service', name: title, ...(description === '' ? {} : { description }) },
      })),
    },
    hasPart: creator.works.map(({ title, image }) => ({
      '@type': 'VisualArtwork',
      name: title,
      image: `${origin}${image}`,
      creator: { '@type': 'Person', name: creator.name },
    })),
  }
}

function decimalPrice({ amount, currency }: { amount: number; currency: string }): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2
  return (amount / 10 ** decimals).toFixed(decimals)
}

/** Cuts a text at a word, on one line. */
function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  return `${line.slice(0, max).replace(/\s+\S*$/, '')}…`
}

async function readSitemap({ db, origin }: DocumentRequest): Promise<DocumentReply> {
  const creators = await listSitemapCreators(db)
  const entries: { path: string; at?: Instant }[] = [
    { path: '/explore' },
    ...legalPaths.map((path) => ({ path })),
    ...creators.map(({ handle, updated_at: at }) => ({ path: `/explore/${handle}`, at })),
  ]
  const urls = entries.map((entry) => {
    // A handle has no character that XML would read otherwise.
    const changed = entry.at === undefined ? '' : `<lastmod>${toIso(entry.at).slice(0, 10)}</lastmod>`
    return `  <url><loc>${origin}${entry.path}</loc>${changed}</url>`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return { kind: 'text', type: 'application/xml; charset=utf-8', text }
}

async function listSitemapCreators(db: Db): Promise<{ handle: string; updated_at: Instant }[]> {
  const { rows } = await sql<{ handle: string; updated_at: Instant }>`
    select p.handle, c.updated_at from public_creators p join creators c on c.user_id = p.creator_id
    order by c.ranking_score desc, c.user_id desc limit ${sql.lit(maxSitemapEntries)}`.execute(db)
  return rows
}
