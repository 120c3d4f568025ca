import type { Page } from '@playwright/test'

type VoiceAnalysers = { left: AnalyserNode; right: AnalyserNode }
type PageWithAnalysers = { voiceAnalysers: VoiceAnalysers[] }
/** Peak level at each ear (0 to 1) over the next two thirds of a second, over all voices. */
export type PeakLevels = { left: number; right: number }

/** Attaches an analyser for each ear behind every voice's panner. Call it before the first page load. */
export async function recordSpatialAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { voiceAnalysers } = Object.assign(globalThis as unknown as PageWithAnalysers, {
      voiceAnalysers: [] as VoiceAnalysers[],
    })
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
        if (left && right) voiceAnalysers.push({ left, right })
      }
      return Reflect.apply(connect, this, to)
    } as AudioNode['connect']
  })
}

export function readPeakLevels(page: Page): Promise<PeakLevels> {
  return page.evaluate(async () => {
    const { voiceAnalysers } = globalThis as unknown as PageWithAnalysers
    const [first] = voiceAnalysers
    if (!first) return { left: 0, right: 0 }
    // Waits for a full buffer, so that earlier sound does not count.
    const { context, fftSize } = first.left
    const windowFull = context.currentTime + fftSize / context.sampleRate
    while (context.currentTime < windowFull) await new Promise((resolve) => setTimeout(resolve, 20))
    const samples = new Float32Array(32_768)
    const peakOf = (analyser: AnalyserNode) => {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    }
    const peaks = { left: 0, right: 0 }
    for (const { left, right } of voiceAnalysers) {
      peaks.left = Math.max(peaks.left, peakOf(left))
      peaks.right = Math.max(peaks.right, peakOf(right))
    }
    return peaks
  })
}
