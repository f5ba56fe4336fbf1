// The page of the certificates of the API client.
export { ClientCertificatesPage } from './client-certificates-page.tsx';
