import type { Page } from '@playwright/test'

/** Runs in the page: returns what of the texts became markup there, and which of them turn the direction of others. */
function findFaultsInPage(texts: readonly string[]): string[] {
  const faults: string[] = []
  if ('executed' in globalThis) faults.push('script ran')
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) faults.push(`attribute ${name}`)
      if (/^\s*javascript:/i.test(value) && /^(href|src|action|formaction)$/i.test(name))
        faults.push(`${name}=${value}`)
      if (name === 'srcdoc') faults.push('a frame')
    }
  }
  if (document.querySelector('img[src="x"], img[src$="/x"], template, iframe')) faults.push('an element of a text')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (!text.includes('\u202e')) continue
    // What stands before it keeps its direction, and so does the next line where lines are kept.
    const keepsLines = node.parentElement && getComputedStyle(node.parentElement).whiteSpaceCollapse !== 'collapse'
    const turned = text.slice(text.lastIndexOf('[', text.indexOf('\u202e'))).replace(/…$/, '')
    const rest = keepsLines ? turned.slice(0, `${turned}\n`.indexOf('\n')) : turned
    // A text that is compared with another one is taken apart.
    if (!texts.some((one) => one.includes(rest))) faults.push(`turned within ${text.slice(0, 80)}`)
    let element = node.parentElement
    while (element && !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)) element = element.parentElement
    const whole = element?.textContent ?? ''
    // A text that is taken apart, to mark what was searched for, turns nothing but itself.
    if (texts.some((one) => one.startsWith(whole.replace(/…$/, '')))) continue
    const others = whole.replace(text, '')
    if (/\p{L}/u.test(others)) faults.push(`${text.slice(0, 30)} turns ${others.slice(0, 60)}`)
  }
  return faults
}

/** Returns the fields whose texts the elements that match show, or have in their inputs, as they were written. */
export async function listDrawn(
  page: Page,
  texts: Readonly<Record<string, string>>,
  selector: string,
): Promise<string[]> {
  const drawn = await page.evaluate(
    (selected) =>
      [...document.querySelectorAll(selected)]
        .flatMap((one) => [one, ...one.querySelectorAll('input, textarea')])
        .map((one) => ('value' in one ? String(one.value) : one.textContent))
        .join('\n'),
    selector,
  )
  return Object.keys(texts).filter((field) => drawn.includes(texts[field] ?? ''))
}

/** Returns what of the texts became markup in the page, and which of them turn the direction of others. */
export const findFaults = (page: Page, texts: Readonly<Record<string, string>>): Promise<string[]> =>
  page.evaluate(findFaultsInPage, Object.values(texts))
