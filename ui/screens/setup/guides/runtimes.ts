// The guides for runtimes with their own settings, and for everything else.
import { CircleDot, Coffee, Container } from 'lucide-react';
import { DEBIAN_ANCHORS, ROOT_FILE } from '../../../../src/base/trust-places.ts';
import { quoted, remoteAddress, type Facts } from '../model/facts.ts';
import type { Guide, StepPart } from './contract.ts';
import { setProxy } from './devices.ts';
import { chooseHosts, command, setupCommand } from './shared.ts';

export const java: Guide = {
  id: 'java',
  title: 'Java and Kotlin',
  icon: Coffee,
  group: 'runtimes',
  isRemote: false,
  summary: 'Programs on the JVM, which have a store of certificates of their own.',
  steps: (facts, check) => [
    {
      title: 'Trust the certificate',
      text: 'In the store of the Java that is on the path. Its password is changeit, unless somebody changed it.',
      isDone: check.decrypted > 0,
      parts: [
        command(
          `keytool -importcert -cacerts -noprompt -storepass changeit -alias proxyctl -file ${path(facts)}`,
        ),
        command('keytool -delete -cacerts -storepass changeit -alias proxyctl', 'Take it out again'),
      ],
    },
    {
      title: 'Start the program through the proxy',
      text: 'Programs that Maven, Gradle or an IDE starts read the variable too. Clients that ignore these properties, such as Apache HttpClient without useSystemProperties(), need their own setting.',
      isDone: check.requests > 0,
      parts: [
        command(
          facts.platform === 'windows'
            ? `$env:JAVA_TOOL_OPTIONS="${properties(facts)}"`
            : `export JAVA_TOOL_OPTIONS='${properties(facts)}'`,
        ),
      ],
    },
    chooseHosts(facts),
  ],
};

function properties({ port }: Facts): string {
  return `-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=${port} -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${port} -Dhttp.nonProxyHosts=`;
}

function path({ platform, certificatePath }: Facts): string {
  return platform === 'windows' ? `"${certificatePath}"` : quoted(certificatePath);
}

export const docker: Guide = {
  id: 'docker',
  title: 'Docker',
  icon: Container,
  group: 'runtimes',
  isRemote: true,
  summary: 'Containers on this computer reach it as host.docker.internal.',
  steps: (facts, check) => [
    {
      title: 'Start the container through the proxy',
      text: 'The image must not need other certificates: SSL_CERT_FILE stands in place of the usual ones. Drop it where only some hosts are decrypted, and install the file in the image.',
      isDone: check.requests > 0,
      parts: dockerCommands(facts),
    },
    {
      title: 'Or install the certificate in the image',
      text: 'In its Dockerfile, for Debian and Ubuntu, with the downloaded file beside it.',
      isDone: check.decrypted > 0,
      parts: [
        command(
          `COPY ${ROOT_FILE}.pem ${DEBIAN_ANCHORS.folder}/${DEBIAN_ANCHORS.file}\nRUN ${DEBIAN_ANCHORS.update.join(' ')}`,
        ),
        { type: 'download', files: ['pem'] },
      ],
    },
    chooseHosts(facts),
  ],
};

function dockerCommands(facts: Facts): readonly StepPart[] {
  const override = command(
    `${setupCommand(facts, 'docker --service NAME')} > override.yaml`,
    'An override for docker compose -f compose.yaml -f override.yaml',
  );
  // PowerShell passes the output of a command to another one as a single argument.
  if (facts.platform === 'windows') return [command(dockerRun(facts)), override];
  return [
    command(`docker run --rm -it $(${setupCommand(facts, 'docker')}) IMAGE`),
    override,
    command(dockerRun(facts), 'The same by hand'),
  ];
}

function dockerRun(facts: Facts): string {
  const url = `http://host.docker.internal:${facts.port}`;
  const inside = `/etc/${ROOT_FILE}.pem`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
  return [
    'docker run --rm -it --add-host=host.docker.internal:host-gateway',
    ...names.map((name) => `-e ${name}=${url}`),
    `-e SSL_CERT_FILE=${inside} -e NODE_EXTRA_CA_CERTS=${inside} -e REQUESTS_CA_BUNDLE=${inside}`,
    `-v ${facts.platform === 'windows' ? `"${facts.certificatePath}:${inside}:ro"` : quoted(`${facts.certificatePath}:${inside}:ro`)} IMAGE`,
  ].join(' ');
}

export const other: Guide = {
  id: 'other',
  title: 'Other',
  icon: CircleDot,
  group: 'runtimes',
  isRemote: true,
  summary: 'TVs, consoles, servers and whatever else lets you set an HTTP proxy.',
  steps: (facts, check) => [
    setProxy(facts, check, 'As HTTP proxy, for HTTP and HTTPS:'),
    {
      title: 'Install the certificate',
      text: 'As a root certificate, where the device or program keeps them.',
      isDone: check.decrypted > 0,
      parts: [
        { type: 'page', file: 'crt', device: 'Open on the device:' },
        { type: 'download', files: ['pem', 'der'] },
      ],
    },
    {
      title: 'Or stand in for the server',
      text: `A program that knows no proxy can talk to a reverse proxy on a port of this computer, or use SOCKS. Both are in Settings, Network.`,
      parts: [
        command(`curl -x http://${remoteAddress(facts)} http://example.com/`, 'Try it from the device'),
      ],
    },
    chooseHosts(facts),
  ],
};
