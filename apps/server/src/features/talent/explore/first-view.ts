import { formatLocale, keepSign } from '@veranda/i18n/format-locale.ts'
import { directConversationUrl } from '@veranda/core/conversation-url.ts'
import {
  type ExploreCard,
  type ExploreReply,
  type PublicCreator,
  type PublicWork,
} from '@veranda/contract/talent/explore/schemas.ts'
import { decimalsOf, isCurrency } from '@veranda/core/money/money.ts'
import { html, type Html } from '../../../platform/http/web-app/html.ts'
import { t } from '../../../platform/i18n.ts'

/*
 * The first view of the public pages: what the app draws, without what needs a script. The classes are those of the
 * app's style sheets, and a journey compares the places of both (`e2e/screens/explore.spec.ts`).
 */

/** Modules of the web app that draw the public pages for a stranger. */
export const exploreEntries = ['src/app/shell/public-frame.tsx', 'src/screens/explore-screen.tsx']

/** As the app has it. */
const eagerCards = 1
const none: Html = { markup: '' }

type Filters = { readonly q?: string | undefined; readonly discipline?: string | undefined }

/** Returns the gallery as a stranger sees it first. */
export function galleryView(gallery: ExploreReply, filters: Filters, language: string): Html {
  const text = texts(language)
  const chip = (name: string, label: string, on: boolean) =>
    html`<a
      class="chip_chip tone_primary chip_press"
      role="button"
      aria-pressed="${String(on)}"
      href="${name === '' ? '/explore' : `/explore?discipline=${encodeURIComponent(name)}`}"
      ><span class="chip_text">${label}</span></a
    >`
  const disciplines = [
    chip('', text('discipline.all'), filters.discipline === undefined),
    ...gallery.disciplines.map(({ name }) => chip(name, name, name === filters.discipline)),
  ]
  return frame(
    html`<div class="page_page">
      <header class="page_head">
        <div class="page_heading">
          <h1>${text('title')}</h1>
          <p class="page_lead">${text('lead')}</p>
        </div>
      </header>
      <div class="explore-view_filters">
        <div class="explore-view_line">
          <form role="search" class="explore-view_search" action="/explore">
            <span class="input_wrap"
              ><input
                class="input_input input_hasBefore"
                type="text"
                name="q"
                aria-label="${text('search')}"
                placeholder="${text('search.placeholder')}"
                value="${filters.q ?? ''}"
            /></span>
            <button class="button_button button_plain" type="submit">
              <span class="button_text">${text('search.do')}</span>
            </button>
          </form>
          <span class="explore-view_price"
            ><span class="input_wrap"
              ><select class="input_input input_select" aria-label="${text('filter.price')}">
                <option>${text('filter.price.any')}</option>
              </select></span
            ></span
          >
          <a class="chip_chip tone_primary chip_press" role="button" aria-pressed="false" href="/explore?free=week"
            ><span class="chip_text">${text('filter.free')}</span></a
          >
        </div>
        <div class="explore-view_disciplines">${disciplines}</div>
      </div>
      <p class="explore-view_count">${text('results.count', { count: gallery.total })}</p>
      <ul class="explore-view_grid">
        ${gallery.items.map((card, index) => cardView(card, index < eagerCards, language))}
      </ul>
    </div>`,
    language,
  )
}

function cardView(card: ExploreReply['items'][number], eager: boolean, language: string): Html {
  const text = texts(language)
  const { handle, name, avatar, freeThisWeek } = card
  const [work] = card.works
  if (!work) return none
  return html`<li class="card-frame_card explore-card_card">
    <span class="turntable-picture_frame turntable-picture_plate"
      >${picture(work, 'turntable-picture_picture', '', eager)}</span
    >
    ${
      freeThisWeek
        ? html`<span class="explore-card_free"
            ><span class="chip_chip tone_success"><span class="chip_text">${text('card.free')}</span></span></span
          >`
        : none
    }
    <div class="explore-card_foot">
      ${portrait(avatar, 'small')}
      <div class="card-frame_names">
        <h2 class="explore-card_title">
          <a
            class="card-frame_link"
            href="/explore/${handle}"
            aria-label="${text('card.open', { title: work.title, name })}"
            ><bdi>${work.title}</bdi></a
          >
        </h2>
        <p class="explore-card_by"><bdi>${text('card.by', { name })}</bdi></p>
      </div>
      <p class="explore-card_price">${priceText(card, language)}</p>
    </div>
  </li>`
}

/** Returns the top of a creator's page as a stranger sees it first. */
export function creatorView(creator: PublicCreator, language: string): Html {
  const text = texts(language)
  const { id, name, headline, avatar, works, actions, about, priceFrom } = creator
  const [work] = works
  const act = (href: string, label: string, look: string) =>
    html`<a class="button_button ${look} button_wide" href="${href}"><span class="button_text">${label}</span></a>`
  return frame(
    html`<div class="public-page_page">
      <p><a class="link_link" href="/explore">${text('back')}</a></p>
      <div class="public-page_layout ${work ? '' : 'public-page_plain'}">
        ${work ? html`<div class="public-page_hero">${featuredWorkView(work, works, name, language)}</div>` : none}
        <div class="public-page_side">
          <header class="public-page_head">
            ${portrait(avatar, 'large')}
            <div class="public-page_who">
              <h1 class="public-page_name"><bdi>${name}</bdi></h1>
              <p class="public-page_headline" dir="auto">${headline}</p>
              <p class="public-page_rating">${ratingText(creator, language)}</p>
              ${priceFrom ? html`<p class="public-page_price">${priceText(creator, language)}</p>` : none}
            </div>
          </header>
          <section class="public-page_acts" aria-label="${text('acts')}">
            ${actions.includes('request') ? act(`/projects/new?creator=${id}`, text('act.request'), 'button_filled') : none}
            ${actions.includes('book') ? act(`/talent/${id}#book`, text('act.book'), 'button_plain') : none}
            ${actions.includes('message') ? act(directConversationUrl(id), text('act.message'), 'button_plain') : none}
          </section>
        </div>
        <div class="public-page_rest">
          ${
            about === ''
              ? none
              : html`<section class="section_section">
                  <div class="section_head"><h2>${text('about')}</h2></div>
                  <p class="public-page_about" dir="auto">${about}</p>
                </section>`
          }
        </div>
      </div>
    </div>`,
    language,
  )
}

function featuredWorkView(work: PublicWork, works: readonly PublicWork[], name: string, language: string): Html {
  const alt = t('talent/explore', 'meta.creator.picture', { title: work.title, name }, language)
  const strip = works.map(
    (one) => html`<li><span class="featured-work_choice">${picture(one, '', '', false)}</span></li>`,
  )
  return html`<section class="featured-work_featured">
    <figure class="featured-work_figure">
      <div class="featured-work_frame">${picture(work, 'featured-work_picture', alt, true)}</div>
      <figcaption class="featured-work_caption">
        <h2 class="featured-work_title" dir="auto">${work.title}</h2>
        ${work.description === '' ? none : html`<p dir="auto">${work.description}</p>`}
      </figcaption>
    </figure>
    ${
      works.length > 1
        ? html`<ul class="featured-work_strip">
            ${strip}
          </ul>`
        : none
    }
  </section>`
}

/** Puts a page into the frame of strangers. */
function frame(page: Html, language: string): Html {
  const shell = (key: 'screen.explore' | 'screen.login') => t('shell', key, {}, language)
  return html`<div class="public-frame_frame">
    <header class="public-frame_bar">
      <a class="public-frame_brand" href="/"
        ><img src="/mark.svg" alt="" width="26" height="26" />${t('common', 'brand', {}, language)}</a
      >
      <div class="public-frame_links">
        <a class="link_link" href="/explore">${shell('screen.explore')}</a>
        <a class="button_button button_plain" href="/login"
          ><span class="button_text">${shell('screen.login')}</span></a
        >
      </div>
    </header>
    <main class="public-frame_main">${page}</main>
  </div>`
}

function picture({ image, width, height }: PublicWork, className: string, alt: string, eager: boolean): Html {
  return html`<img
    class="${className}"
    src="${image}"
    alt="${alt}"
    width="${width}"
    height="${height}"
    loading="${eager ? 'eager' : 'lazy'}"
    fetchpriority="${eager ? 'high' : 'auto'}"
  />`
}

function portrait(avatar: string | null, size: 'small' | 'large'): Html {
  return html`<span class="avatar_avatar avatar_${size}" aria-hidden="true"
    >${avatar === null ? none : html`<img class="avatar_image" src="${avatar}" alt="" loading="lazy" />`}</span
  >`
}

function ratingText({ rating: { average, count } }: PublicCreator, language: string): string {
  const text = texts(language)
  return average === null ? text('rating.none') : text('rating', { value: Math.round(average * 10) / 10, count })
}

function priceText({ priceFrom, priceUnit }: ExploreCard, language: string): string {
  const text = texts(language)
  if (!priceFrom) return text('card.ask')
  return text(`card.from.${priceUnit ?? 'project'}`, { amount: formatMoney(priceFrom, language) })
}

function formatMoney({ amount, currency }: { amount: number; currency: string }, language: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const
  return keepSign(new Intl.NumberFormat(formatLocale(language), options).format(amount / 10 ** decimals), language)
}

function texts(language: string) {
  return (key: Parameters<typeof t<'talent/explore'>>[1], params: Parameters<typeof t>[2] = {}) =>
    t('talent/explore', key, params, language)
}
