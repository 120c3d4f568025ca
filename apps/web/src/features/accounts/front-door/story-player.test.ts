import { expect, test } from 'vitest'
import { storyDurationMs, storyMomentAt } from './story.ts'
import { StoryPlayer } from './story-player.ts'

/** Draws frames every 16 ms for a time; returns the time of the last one. */
function drawFrames(player: StoryPlayer, startMs: number, durationMs: number): number {
  let frameMs = startMs
  for (; frameMs <= startMs + durationMs; frameMs += 16) player.advanceTo(frameMs)
  return frameMs
}

test('the story plays to its end, stops by itself and plays again from the start', () => {
  const player = new StoryPlayer()
  player.play()
  const frameMs = drawFrames(player, 5000, storyDurationMs + 100)
  expect(player.playback.get()).toBe('ended')
  expect(player.moment).toEqual(storyMomentAt(storyDurationMs))
  player.pause()
  expect(player.playback.get()).toBe('ended')
  player.play()
  player.advanceTo(frameMs)
  expect(player.moment).toEqual(storyMomentAt(0))
  expect(player.playback.get()).toBe('playing')
})

test('a paused story does not move and plays on from there', () => {
  const player = new StoryPlayer()
  player.play()
  const pausedAt = drawFrames(player, 0, 3000)
  player.pause()
  const { moment } = player
  const later = drawFrames(player, pausedAt, 4000)
  expect(player.moment).toEqual(moment)
  player.play()
  drawFrames(player, later, 2500)
  expect(player.moment.version).toBe(2)
})

test('time without frames is no time of the story', () => {
  const player = new StoryPlayer()
  player.play()
  player.advanceTo(0)
  player.advanceTo(60_000)
  expect(player.moment).toEqual(storyMomentAt(100))
  player.skipBreak()
  player.advanceTo(120_000)
  expect(player.moment).toEqual(storyMomentAt(100))
})
