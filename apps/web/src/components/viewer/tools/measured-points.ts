import { type SurfaceHit } from '../../../three/viewer/picking.ts'

/** Zero, one or two picked points; the line goes from the first to the second. */
export type MeasuredPoints = readonly [] | readonly [SurfaceHit] | readonly [SurfaceHit, SurfaceHit]

/** Adds a picked point; a third one starts a new measurement. */
export function addMeasuredPoint(points: MeasuredPoints, hit: SurfaceHit): MeasuredPoints {
  return points.length === 1 ? [points[0], hit] : [hit]
}
