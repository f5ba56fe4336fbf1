# Loaded by every Ruby of a wrapped command: URI#find_proxy, on which Net::HTTP and others rely, never names a proxy for
# localhost. The variables of a wrapped command exempt no host. Nothing is required here, since a library that is loaded
# early could be another version than the one that Bundler wants.
module ProxyctlLoopback
  def find_proxy(env = ENV)
    found = super
    exempt = env['no_proxy'].to_s + env['NO_PROXY'].to_s
    url = env["#{scheme.to_s.downcase}_proxy"].to_s
    found || url.empty? || !exempt.empty? ? found : URI.parse(url)
  end
end

if defined?(URI::Generic)
  URI::Generic.prepend(ProxyctlLoopback)
else
  trace = TracePoint.new(:end) do |point|
    next unless point.self.name == 'URI::Generic'

    trace.disable
    point.self.prepend(ProxyctlLoopback)
  end
  trace.enable
end
