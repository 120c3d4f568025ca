import type { Page } from '@playwright/test'

type Point = { x: number; y: number }

/**
 * Swipes over the page in steps, as touch events of the device. The moves are sent without waiting for each, because
 * waiting a frame between them would make every swipe slow.
 */
export async function swipe(page: Page, from: Point, to: Point, steps = 8): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const sent = [touch('touchStart', [from])]
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps
    sent.push(touch('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]))
  }
  sent.push(touch('touchEnd', []))
  await Promise.all(sent)
  await session.detach()
}
