import type { Page } from '@playwright/test'

type Ear = { left: AnalyserNode; right: AnalyserNode }
type Ears = { ears: Ear[] }
/** The loudest moment at each ear, 0 to 1, over the next two thirds of a second, whoever speaks. */
export type Peaks = { left: number; right: number }

/** Before the first page: listens to what leaves each voice's place, at both ears. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { ears } = Object.assign(globalThis as unknown as Ears, { ears: [] as Ear[] })
    const { prototype } = AudioNode
    const connect = Object.getOwnPropertyDescriptor(prototype, 'connect')?.value as (to: AudioNode) => AudioNode
    const join = (from: AudioNode, to: AudioNode, output = 0) => Reflect.apply(connect, from, [to, output])
    prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (this instanceof PannerNode) {
        const split = this.context.createChannelSplitter(2)
        join(this, split)
        const [left, right] = [0, 1].map((side) => {
          const analyser = this.context.createAnalyser()
          analyser.fftSize = 32_768
          join(split, analyser, side)
          return analyser
        })
        if (left && right) ears.push({ left, right })
      }
      return Reflect.apply(connect, this, to)
    } as AudioNode['connect']
  })
}

export function peaksOf(page: Page): Promise<Peaks> {
  return page.evaluate(async () => {
    const { ears } = globalThis as unknown as Ears
    const [first] = ears
    if (!first) return { left: 0, right: 0 }
    // Nothing that was heard before this moment counts.
    const { context, fftSize } = first.left
    const all = context.currentTime + fftSize / context.sampleRate
    while (context.currentTime < all) await new Promise((resolve) => setTimeout(resolve, 20))
    const samples = new Float32Array(32_768)
    const loudest = (analyser: AnalyserNode) => {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    }
    const peaks = { left: 0, right: 0 }
    for (const { left, right } of ears) {
      peaks.left = Math.max(peaks.left, loudest(left))
      peaks.right = Math.max(peaks.right, loudest(right))
    }
    return peaks
  })
}
