// The initial script of a rule: it parses, and changes nothing.
export const TEMPLATE = `// Before the request is sent. Return null to answer 403 in its place.
function onRequest(context, url, request) {
  // request.headers['X-Debug'] = '1';
  // request.queries.page = '2';
}

// Before the client gets the response. A JSON body is an object here.
function onResponse(context, url, request, response) {
  // response.statusCode = 500;
  // console.log(url, response.statusCode);
}
`;
