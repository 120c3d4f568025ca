import { expect, test } from 'vitest'
import { railRaiseMetres, stillTimesMs, storyBeats, storyDurationMs, storyMomentAt } from './story.ts'

const everyMoment = Array.from({ length: storyDurationMs / 20 + 1 }, (_, index) => storyMomentAt(index * 20))

test('the story runs in order within ten seconds', () => {
  expect(storyDurationMs).toBeLessThanOrEqual(10_000)
  const beats = everyMoment.map(({ beat }) => beat).filter((beat, index, all) => beat !== all[index - 1])
  expect(beats).toEqual(storyBeats)
})

test('it begins with the whole chair in version 1, without pin, light or labels', () => {
  expect(storyMomentAt(0)).toEqual({
    beat: 'arrive',
    closeness: 0,
    drift: 0,
    pinDrop: 0,
    pinLabelVisible: false,
    pinFixed: false,
    version: 1,
    railRaise: 0,
    railGlow: 0,
    raiseLabelVisible: false,
    approval: 'hidden',
    lanternLight: 0,
    protectionLabelVisible: false,
  })
})

test('the pin falls before version 2, and the rail rises by exactly 12 mm', () => {
  const firstOf = (condition: (index: number) => boolean) => everyMoment.findIndex((_, index) => condition(index))
  const landed = firstOf((index) => everyMoment[index]?.pinDrop === 1)
  const secondVersion = firstOf((index) => everyMoment[index]?.version === 2)
  const raised = firstOf((index) => everyMoment[index]?.railRaise === railRaiseMetres)
  const approved = firstOf((index) => everyMoment[index]?.approval === 'pressed')
  const lit = firstOf((index) => (everyMoment[index]?.lanternLight ?? 0) > 0)
  expect(landed).toBeGreaterThan(0)
  expect(secondVersion).toBeGreaterThan(landed)
  expect(raised).toBeGreaterThan(secondVersion)
  expect(approved).toBeGreaterThan(raised)
  expect(lit).toBeGreaterThan(approved)
  expect(railRaiseMetres).toBe(0.012)
})

test('it ends on the whole chair, released, with the lantern lit, and stays there', () => {
  const end = storyMomentAt(storyDurationMs)
  expect(end).toMatchObject({ beat: 'release', version: 2, approval: 'released', lanternLight: 1, railGlow: 0 })
  expect(end).toMatchObject({ closeness: 0, railRaise: railRaiseMetres, protectionLabelVisible: true, pinFixed: true })
  expect(storyMomentAt(storyDurationMs + 60_000)).toEqual(end)
})

test('nothing jumps: shares stay between 0 and 1 and change little from one frame to the next', () => {
  for (const [index, moment] of everyMoment.entries()) {
    const before = everyMoment[index - 1] ?? moment
    for (const share of ['closeness', 'drift', 'pinDrop', 'railGlow', 'lanternLight'] as const) {
      expect(moment[share]).toBeGreaterThanOrEqual(0)
      expect(moment[share]).toBeLessThanOrEqual(1)
      expect(Math.abs(moment[share] - before[share]), `${share} at ${index * 20} ms`).toBeLessThan(0.12)
    }
  }
})

test('each beat has a still that is taken within it, the first one at the start', () => {
  for (const beat of storyBeats) expect(storyMomentAt(stillTimesMs[beat]).beat).toBe(beat)
  expect(stillTimesMs.arrive).toBe(0)
  expect(storyMomentAt(stillTimesMs.pin)).toMatchObject({ pinDrop: 1, pinLabelVisible: true })
  expect(storyMomentAt(stillTimesMs.raise)).toMatchObject({ raiseLabelVisible: true, railGlow: 1 })
})
