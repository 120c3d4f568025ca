import type { Page } from '@playwright/test'

/** A text with Latin letters that was on a page, and where: a node, an attribute, or drawn on a canvas. */
export type WatchedText = { readonly text: string; readonly place: string; readonly path: string }

/**
 * Records every text with Latin letters that is ever on a page, seen or read out: nodes, attributes, the title, and what
 * is drawn on a canvas. What must not be translated is marked as such and left out. Call before the first navigation.
 */
export async function watchTexts(page: Page, texts: WatchedText[]): Promise<void> {
  await page.exposeFunction('noteText', (text: string, place: string) =>
    texts.push({ text, place, path: new URL(page.url()).pathname }),
  )
  await page.addInitScript(() => {
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']
    const skipped = 'script, style, noscript, template, [translate=no]'
    const seen = new Set<string>()
    const note = (text: string | null, place: string) => {
      const found = text?.trim() ?? ''
      if (!/\p{Script=Latin}{2}/u.test(found) || seen.has(`${place} ${found}`)) return
      seen.add(`${place} ${found}`)
      // Exposed above; the page's types do not know it.
      void (globalThis as unknown as { noteText(text: string, place: string): Promise<void> }).noteText(found, place)
    }
    const noteAttributes = (element: Element) => {
      for (const name of attributes) note(element.getAttribute(name), name)
    }
    const walk = (node: Node) => {
      if (node instanceof Text) {
        if (!node.parentElement?.closest(skipped)) note(node.data, 'text')
        return
      }
      if (!(node instanceof Element) || node.matches(skipped)) return
      noteAttributes(node)
      for (const child of node.childNodes) walk(child)
    }
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') walk(target)
        else if (type === 'attributes') noteAttributes(target as Element)
        else for (const node of addedNodes) walk(node)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true, attributeFilter: attributes })
    const { prototype } = CanvasRenderingContext2D
    const write = Object.getOwnPropertyDescriptor(prototype, 'fillText')?.value as typeof prototype.fillText
    prototype.fillText = function (...args) {
      note(args[0], 'canvas')
      write.apply(this, args)
    }
  })
}
