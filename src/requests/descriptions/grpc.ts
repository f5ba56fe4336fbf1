// The services of a gRPC server, from its .proto files or by reflection.
import { grpc as fieldsSchema } from '../../collections/model/protocol-fields.ts';
import { jsonOf, responseOf } from './answers.ts';
import type { AskingDescriber } from './contract.ts';
import type { DescriptionOf } from './shapes.ts';

/** A request without service and method is answered with the services. */
export const grpc: AskingDescriber = {
  type: 'asks',
  questions: (request) => [
    {
      ...request,
      grpc: { ...fieldsSchema.parse(request.grpc ?? {}), service: '', method: '', messages: [] },
    },
  ],
  read: ([answer]) => ({
    kind: 'grpc',
    services: jsonOf(responseOf(answer)) as DescriptionOf<'grpc'>['services'],
  }),
};
