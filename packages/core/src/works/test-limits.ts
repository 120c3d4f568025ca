import { type AcceptanceLimits } from './limits.ts'

/** Limits that limit nothing, for tests to set one of. */
export const free: AcceptanceLimits = {
  maxTriangles: null,
  maxTextureEdge: null,
  maxTextures: null,
  maxBytes: null,
  format: null,
  size: null,
  frameRate: null,
}
