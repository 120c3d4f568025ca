import { type AcceptanceLimits } from '../acceptance-limits.ts'

/** Acceptance limits without any limit, for tests to override one. */
export const noLimits: AcceptanceLimits = {
  maxTriangles: null,
  maxTextureEdge: null,
  maxTextures: null,
  maxBytes: null,
  format: null,
  size: null,
  frameRate: null,
}
