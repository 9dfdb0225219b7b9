import { data } from 'react-router'
import type { Tool } from '#features/catalogue/schema.ts'
import { api } from './api.ts'
import { ApiProblem } from './problem.ts'

/** @throws 404 for a tool that was deleted or never existed. */
export async function toolById(id: string): Promise<Tool> {
  try {
    return await (await api.tool[':toolId'].$get({ param: { toolId: encodeURIComponent(id) } })).json()
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 404 ? data(undefined, { status: 404 }) : error
  }
}
