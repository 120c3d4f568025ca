import { lazy } from 'react'

/** Loads the recorder with the first form and the player with the first note; neither is part of the page bundle. */
export const LazyVoiceField = lazy(() => import('./voice-field.tsx').then((module) => ({ default: module.VoiceField })))
export const LazyVoiceNote = lazy(() => import('./voice-note.tsx').then((module) => ({ default: module.VoiceNote })))
